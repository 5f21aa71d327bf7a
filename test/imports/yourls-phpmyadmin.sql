-- phpMyAdmin SQL Dump
-- version 5.2.1
-- https://www.phpmyadmin.net/
SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
START TRANSACTION;
SET time_zone = "+00:00";

--
-- Dumping data for table `yourls_url`
--

INSERT INTO `yourls_url` (`keyword`, `url`, `title`, `timestamp`, `ip`, `clicks`) VALUES
('ozh', 'https://ozh.org/', 'ozh''s site', '2013-01-07 16:44:46', '127.0.0.1', 12),
('yourlsblog', 'https://blog.yourls.org/', 'YOURLS\' Blog', '2013-01-07 16:44:46', '127.0.0.1', 0);

COMMIT;
